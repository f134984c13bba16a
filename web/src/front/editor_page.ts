import { fragmentOf } from '../data/address';
import { type Schema } from '../data/schema';
import { type RunListing } from '../data/service';
import { SceneError, type Order, type Workshop } from '../data/workshop';
import { button, element } from '../panels/dom';
import { completionsAt, type Completion } from './completion';

/** Milliseconds without typing after which the scene is checked. */
const checkPause = 500;

/** A scene that is edited. */
export interface EditedScene {
  readonly name: string;
  readonly text: string;
  /** Names the scene, or the run whose scene it is, to the program. */
  readonly order: Order;
}

/** The text of a scene with its errors at their lines, what fits at the cursor, and a button that starts a run of it. */
export class EditorPage {
  private readonly area = element('textarea', {
    'aria-label': 'Text of the scene', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off',
    'aria-controls': 'completions', 'aria-describedby': 'editor-problem editor-keys',
  });
  private readonly gutter = element('div', { class: 'gutter', 'aria-hidden': 'true' });
  private readonly problem = element('p', { id: 'editor-problem', role: 'status', class: 'state' });
  private readonly goTo = button('', 'Go to the line of the error', () => this.goToError());
  private readonly list = element('ul', { id: 'completions', role: 'listbox', 'aria-label': 'What fits at the cursor', class: 'completions' });
  private readonly begin = button('Start', 'Start a run of this scene', () => void this.start());
  private completions: Completion[] = [];
  private chosen = -1;
  private errorLine: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private checks = 0;

  constructor(
    private readonly workshop: Workshop,
    private readonly schema: Schema,
    private readonly scene: EditedScene,
    token: string,
    private readonly started: (run: RunListing) => void,
  ) {
    this.begin.className = 'main';
    this.goTo.className = 'link';
    document.title = `${scene.name} – Muslin`;
    document.body.replaceChildren(
      element(
        'div', { class: 'editor' },
        element('header', {}, element('a', { class: 'home', href: fragmentOf({ token, kind: 'front', ids: [] }) }, '← Runs and scenes'),
          element('h1', {}, scene.name), this.begin),
        element('main', { class: 'editor-text' }, this.gutter, this.area),
        element('aside', { 'aria-label': 'Errors and completions' }, element('h2', {}, 'Check'), this.problem, this.goTo,
          element('h2', {}, 'What fits here'),
          element('p', { id: 'editor-keys', class: 'note' }, 'Ctrl and space choose the first; arrows move, Enter writes it, Escape leaves.'),
          this.list),
      ),
    );
    this.area.value = scene.text;
    this.area.addEventListener('input', () => this.changed());
    this.area.addEventListener('scroll', () => (this.gutter.scrollTop = this.area.scrollTop));
    for (const name of ['keyup', 'click', 'focus'] as const) this.area.addEventListener(name, () => this.complete());
    this.area.addEventListener('keydown', (event) => this.pressed(event));
    this.changed();
    this.area.focus();
    this.area.setSelectionRange(0, 0);
  }

  private get order(): Order {
    return { ...this.scene.order, text: this.area.value };
  }

  private changed(): void {
    this.numberLines();
    this.complete();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), checkPause);
  }

  private numberLines(): void {
    const count = this.area.value.split('\n').length;
    const lines = Array.from({ length: count }, (_, i) =>
      i + 1 === this.errorLine ? element('div', { class: 'bad' }, `✗ ${i + 1}`) : element('div', {}, String(i + 1)),
    );
    this.gutter.replaceChildren(...lines);
    this.gutter.scrollTop = this.area.scrollTop;
  }

  private async check(): Promise<void> {
    const number = ++this.checks;
    try {
      const { frames, bodies, warnings } = await this.workshop.check(this.order);
      if (number !== this.checks) return; // another check is on its way
      this.say(undefined, `✓ ${bodies.length} ${bodies.length === 1 ? 'body' : 'bodies'}, ${frames} frames. ${warnings.join(' ')}`);
    } catch (error) {
      if (number !== this.checks) return;
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.say(error instanceof SceneError ? error.line : undefined, `✗ ${error instanceof Error ? error.message : String(error)}`);
  }

  private say(line: number | undefined, text: string): void {
    this.errorLine = line;
    this.problem.textContent = text;
    this.problem.className = text.startsWith('✗') ? 'bad' : 'good';
    this.goTo.hidden = line === undefined;
    this.goTo.textContent = `Line ${line}`;
    this.area.setAttribute('aria-invalid', String(text.startsWith('✗')));
    this.numberLines();
  }

  private goToError(): void {
    if (this.errorLine === undefined) return;
    const lines = this.area.value.split('\n');
    const start = lines.slice(0, this.errorLine - 1).reduce((sum, line) => sum + line.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + (lines[this.errorLine - 1]?.length ?? 0));
    this.area.scrollTop = (this.area.scrollHeight / lines.length) * Math.max(0, this.errorLine - 6);
  }

  private complete(): void {
    if (this.chosen >= 0) return; // the list is being used
    this.completions = this.area.selectionStart === this.area.selectionEnd ? completionsAt(this.area.value, this.area.selectionStart, this.schema) : [];
    this.list.replaceChildren(
      ...this.completions.map((completion, i) => {
        const item = element('li', { role: 'option', id: `completion-${i}`, 'aria-selected': 'false' },
          element('strong', {}, completion.word), ...(completion.about === '' ? [] : [element('span', { class: 'note' }, ` ${completion.about}`)]));
        item.addEventListener('mousedown', (event) => {
          event.preventDefault();
          this.write(completion);
        });
        return item;
      }),
    );
  }

  private choose(index: number): void {
    this.chosen = this.completions.length === 0 ? -1 : (index + this.completions.length) % this.completions.length;
    [...this.list.children].forEach((item, i) => {
      item.setAttribute('aria-selected', String(i === this.chosen));
      if (i === this.chosen) item.scrollIntoView({ block: 'nearest' });
    });
    if (this.chosen >= 0) this.area.setAttribute('aria-activedescendant', `completion-${this.chosen}`);
    else this.area.removeAttribute('aria-activedescendant');
  }

  private pressed(event: KeyboardEvent): void {
    if (event.key === ' ' && event.ctrlKey) {
      this.complete();
      this.choose(0);
    } else if (this.chosen >= 0 && event.key === 'ArrowDown') this.choose(this.chosen + 1);
    else if (this.chosen >= 0 && event.key === 'ArrowUp') this.choose(this.chosen - 1);
    else if (this.chosen >= 0 && event.key === 'Enter') this.write(this.completions[this.chosen]!);
    else {
      // Tab leaves the text, as everywhere on the page; what is typed ends the choice.
      if (this.chosen >= 0 && !['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) this.leaveList(event);
      return;
    }
    event.preventDefault();
  }

  private leaveList(event: KeyboardEvent): void {
    if (event.key === 'Escape') event.preventDefault();
    this.chosen = -1;
    [...this.list.children].forEach((item) => item.setAttribute('aria-selected', 'false'));
    this.area.removeAttribute('aria-activedescendant');
  }

  private write(completion: Completion): void {
    this.chosen = -1;
    this.area.removeAttribute('aria-activedescendant');
    this.area.setRangeText(completion.text, completion.from, completion.to, 'end');
    this.area.focus();
    this.changed();
  }

  private async start(): Promise<void> {
    this.begin.disabled = true;
    try {
      this.started(await this.workshop.start(this.order));
    } catch (error) {
      this.fail(error);
      this.begin.disabled = false;
    }
  }
}
