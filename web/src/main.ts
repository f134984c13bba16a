import './style.css';
import { App } from './app';
import { fragmentOf, parseAddress } from './data/address';
import { EmbeddedRun } from './data/embedded_run';
import { Schema } from './data/schema';
import { Service, type RunListing } from './data/service';
import { Workshop } from './data/workshop';
import { EditorPage } from './front/editor_page';
import { FrontPage } from './front/front_page';
import { RunControl } from './front/run_control';
import { element } from './panels/dom';
import { chooseTheme, preferredTheme } from './theme';

/** Shows why there is nothing else to show. */
function giveUp(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(element('p', { role: 'alert', class: 'fatal' }, message));
}

/** Shows what an address asks for: runs, the editor, the front page, or the runs that the program was begun for. */
async function openService(): Promise<void> {
  const address = parseAddress(location.hash);
  // The page is built anew for another address; the token stays in the fragment, which is not sent.
  addEventListener('hashchange', () => location.reload());
  const service = new Service('/', address.token);
  const named = await service.runs();
  const front = named.length > 0 ? undefined : await service.front();
  if (front === undefined) return new App(service, named).start();
  const { token, kind, ids } = address;
  const showRun = ({ id }: RunListing): void => {
    location.hash = fragmentOf({ token, kind: 'runs', ids: [id] });
  };
  const workshop = new Workshop(service);
  if (kind === 'front') {
    new FrontPage(service, token, front, showRun);
    return;
  }
  // A run that has just been started has no record yet, hence is not on the front page.
  const runs = [...front.runs, ...(await workshop.started())];
  if (kind === 'runs') {
    const chosen = ids.map((id) => runs.find((run) => run.id === id)).filter((run) => run !== undefined);
    if (chosen.length === 0) throw new Error('There is no such run any more.');
    const control: RunControl = new RunControl(service, token, () => app.shown);
    const app: App = new App(service, chosen, [control.root]);
    return app.start();
  }
  const id = ids[0]!;
  const edited = (kind === 'edit-scene' ? front.scenes : runs).find((each) => each.id === id);
  if (edited === undefined) throw new Error('There is no such scene any more.');
  const order = kind === 'edit-scene' ? { scene: id } : { run: id };
  const text = kind === 'edit-scene' ? workshop.sceneText(id) : service.text(edited, 'scene.json');
  const schema = new Schema(await workshop.schema());
  chooseTheme(preferredTheme());
  new EditorPage(workshop, schema, { name: edited.name, text: await text, order }, token, showRun);
}

/** A page that `muslin export` wrote has its run in it; to others, the program that sent them sends runs. */
async function open(): Promise<void> {
  const embedded = document.getElementById('muslin-run');
  if (embedded === null) return openService();
  const source = new EmbeddedRun(embedded.textContent ?? '');
  await new App(source, await source.runs()).start();
}

open().catch(giveUp);
