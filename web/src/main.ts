import './style.css';
import { App } from './app';
import { fragmentOf, parseAddress } from './data/address';
import { EmbeddedRun } from './data/embedded_run';
import { Service } from './data/service';
import { FrontPage } from './front/front_page';
import { element } from './panels/dom';

/** Shows why there is nothing else to show. */
function giveUp(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(element('p', { role: 'alert', class: 'fatal' }, message));
}

/** Shows the runs of an address, those that the program was begun for, or the front page. */
async function openService(): Promise<void> {
  const address = parseAddress(location.hash);
  // The page is built anew for another address; the token stays in the fragment, which is not sent.
  addEventListener('hashchange', () => location.reload());
  const service = new Service('/', address.token);
  const named = await service.runs();
  const front = named.length > 0 ? undefined : await service.front();
  if (front === undefined) return new App(service, named).start();
  if (address.runs.length === 0) {
    new FrontPage(service, address.token, front);
    return;
  }
  const chosen = front.runs.filter(({ id }) => address.runs.includes(id));
  if (chosen.length === 0) throw new Error('There is no such run any more.');
  const home = element('a', { class: 'home', href: fragmentOf({ token: address.token, runs: [] }) }, '← Runs and scenes');
  await new App(service, chosen, [home]).start();
}

/** A page that `muslin export` wrote has its run in it; to others, the program that sent them sends runs. */
async function open(): Promise<void> {
  const embedded = document.getElementById('muslin-run');
  if (embedded === null) return openService();
  const source = new EmbeddedRun(embedded.textContent ?? '');
  await new App(source, await source.runs()).start();
}

open().catch(giveUp);
