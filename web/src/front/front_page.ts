import { fragmentOf } from '../data/address';
import { stateOf, verdictOf, type FoundRun, type FrontContent, type SceneListing } from '../data/front';
import { parseJson } from '../data/json';
import { Schema } from '../data/schema';
import { type RunListing, type Service } from '../data/service';
import { Workshop } from '../data/workshop';
import { button, element } from '../panels/dom';
import { chooseTheme, preferredTheme, type Theme } from '../theme';
import { LazyPicture } from './lazy_picture';
import { RunDialog } from './run_dialog';

/** Seconds between two looks at the runs. */
const pause = 3;

/** A run on the front page. Its parts stay when it changes, so that it keeps the focus. */
class RunCard {
  readonly root: HTMLLIElement;
  private readonly about = element('p', { class: 'about' });
  private readonly state = element('p', { class: 'state' });
  private readonly verdict = element('p');
  private readonly picture: LazyPicture;
  private shown = '';

  constructor(service: Service, token: string, run: FoundRun) {
    this.picture = new LazyPicture(service, `runs/${run.id}/picture`, `Last frame of ${run.name}`);
    const link = element('a', { href: fragmentOf({ token, kind: 'runs', ids: [run.id] }) }, run.name);
    this.root = element('li', { class: 'card' }, this.picture.root, element('h3', {}, link), this.about, this.state, this.verdict);
    this.update(run);
  }

  update(run: FoundRun): void {
    const text = JSON.stringify(run);
    if (text === this.shown) return;
    this.shown = text;
    const verdict = verdictOf(run);
    this.about.textContent = run.about;
    this.state.textContent = stateOf(run);
    this.verdict.textContent = verdict.text;
    this.verdict.className = verdict.isClean ? 'good' : 'bad';
    void this.picture.refresh();
  }
}

/** What is seen first: runs and scenes, each with a picture and a sentence. */
export class FrontPage {
  private readonly runs = element('ul', { class: 'cards' });
  private readonly noRuns = element('p', { class: 'note' }, 'There are no runs below this folder yet.');
  private readonly cards = new Map<string, RunCard>();
  private readonly alert = element('p', { role: 'alert', class: 'bad', hidden: true });
  private readonly workshop: Workshop;
  private theme: Theme = preferredTheme();

  constructor(
    private readonly service: Service,
    private readonly token: string,
    content: FrontContent,
    private readonly started: (run: RunListing) => void,
  ) {
    this.workshop = new Workshop(service);
    chooseTheme(this.theme);
    document.title = 'Muslin';
    const scenes = element('ul', { class: 'cards' }, ...content.scenes.map((scene) => this.sceneCard(scene)));
    document.body.replaceChildren(
      element(
        'div', { class: 'front' },
        element('header', {}, element('h1', {}, 'Muslin'), button('◐', 'Light or dark', () => this.toggleTheme())),
        element(
          'main', {}, this.alert,
          element('section', { 'aria-labelledby': 'runs' }, element('h2', { id: 'runs' }, 'Runs'), this.noRuns, this.runs),
          element('section', { 'aria-labelledby': 'scenes' }, element('h2', { id: 'scenes' }, 'Scenes'),
            content.scenes.length > 0 ? scenes : element('p', { class: 'note' }, 'There are no scenes here; muslin view --scenes names their folder.')),
        ),
      ),
    );
    this.showRuns(content.runs);
    this.lookLater();
  }

  private sceneCard(scene: SceneListing): HTMLLIElement {
    const picture = new LazyPicture(this.service, `scenes/${scene.id}/picture`, `Start of ${scene.name}`);
    const edit = element('a', { href: fragmentOf({ token: this.token, kind: 'edit-scene', ids: [scene.id] }), 'aria-label': `Edit ${scene.name}` }, 'Edit');
    const start = button('Start…', `Start ${scene.name}`, () => void this.offer(scene));
    return element('li', { class: 'card' }, picture.root, element('h3', {}, scene.name), element('p', { class: 'about' }, scene.about),
      element('div', { class: 'row' }, start, edit));
  }

  private async offer(scene: SceneListing): Promise<void> {
    try {
      const [schema, resolved] = await Promise.all([this.workshop.schema(), this.workshop.resolvedScene(scene.id)]);
      new RunDialog(this.workshop, new Schema(schema), {
        title: `Start ${scene.name}`, about: scene.about, scene: parseJson(resolved, 'the scene'), order: { scene: scene.id },
      }, this.started);
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.alert.textContent = error instanceof Error ? error.message : String(error);
    this.alert.hidden = false;
  }

  private showRuns(runs: readonly FoundRun[]): void {
    this.noRuns.hidden = runs.length > 0;
    const ids = new Set(runs.map(({ id }) => id));
    for (const [id, card] of this.cards)
      if (!ids.has(id)) {
        card.root.remove();
        this.cards.delete(id);
      }
    let before: Element | null = null;
    for (const run of runs) {
      let card = this.cards.get(run.id);
      if (card === undefined) {
        card = new RunCard(this.service, this.token, run);
        this.cards.set(run.id, card);
      } else {
        card.update(run);
      }
      // A card that is where it belongs is not touched: moving it would take the focus from it.
      const place: Element | null = before === null ? this.runs.firstElementChild : before.nextElementSibling;
      if (place !== card.root) this.runs.insertBefore(card.root, place);
      before = card.root;
    }
  }

  private lookLater(): void {
    setTimeout(() => void this.look(), 1000 * pause);
  }

  private async look(): Promise<void> {
    try {
      const content = document.hidden ? undefined : await this.service.front();
      if (content !== undefined) this.showRuns(content.runs);
      this.alert.hidden = true;
    } catch (error) {
      this.fail(error);
    }
    this.lookLater();
  }

  private toggleTheme(): void {
    this.theme = this.theme === 'light' ? 'dark' : 'light';
    chooseTheme(this.theme);
  }
}
