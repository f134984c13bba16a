import { fragmentOf } from '../data/address';
import { asObject, parseJson } from '../data/json';
import { Schema } from '../data/schema';
import { type RunListing, type Service } from '../data/service';
import { Workshop, type StartedRun } from '../data/workshop';
import { button, element, panel } from '../panels/dom';
import { RunDialog } from './run_dialog';

/** Seconds between two looks at how the runs that were started are getting on. */
const pause = 2;

/** The run and the frame that the page shows. */
export interface ShownFrame {
  readonly run: RunListing;
  readonly frame: number;
}

/** What can be done with the run that is shown: stop it, go on from the frame with other values, edit its scene. */
export class RunControl {
  readonly root: HTMLElement;
  private readonly workshop: Workshop;
  private readonly home: HTMLAnchorElement;
  private readonly edit = element('a', {}, 'Edit its scene');
  private readonly stopButton = button('Stop', 'Stop the run after its frame', () => void this.stop());
  private readonly state = element('p', { role: 'status', class: 'note' });

  constructor(
    private readonly service: Service,
    private readonly token: string,
    private readonly shown: () => ShownFrame | undefined,
  ) {
    this.workshop = new Workshop(service);
    this.home = element('a', { class: 'home', href: fragmentOf({ token, kind: 'front', ids: [] }) }, '← Runs and scenes');
    const goOn = button('Go on from here…', 'Change values and go on from the frame that is shown', () => void this.goOn());
    this.root = element('div', {}, this.home, panel('Work', element('div', { class: 'row' }, goOn, this.stopButton), this.edit, this.state));
    setTimeout(() => void this.look()); // what shows the run is not made yet
  }

  private async look(): Promise<void> {
    const run = this.shown()?.run;
    if (run !== undefined) {
      this.edit.href = fragmentOf({ token: this.token, kind: 'edit-run', ids: [run.id] });
      try {
        if (!document.hidden) this.show((await this.workshop.started()).find(({ id }) => id === run.id));
      } catch {
        // The pane of the run says that the program does not answer.
      }
    }
    setTimeout(() => void this.look(), 1000 * (run === undefined ? 0.1 : pause));
  }

  private show(started: StartedRun | undefined): void {
    this.stopButton.hidden = started?.isRunning !== true;
    const hasFailed = started !== undefined && started.exitCode !== undefined && started.exitCode !== 0 && started.exitCode !== 130;
    const text = hasFailed ? started.message : '';
    if (this.state.textContent !== text) this.state.textContent = text;
  }

  private async stop(): Promise<void> {
    const run = this.shown()?.run;
    if (run === undefined) return;
    try {
      await this.workshop.stop(run);
      this.state.textContent = 'It stops after its frame.';
    } catch (error) {
      this.fail(error);
    }
  }

  private async goOn(): Promise<void> {
    const shown = this.shown();
    if (shown === undefined) return;
    const { run, frame } = shown;
    try {
      const [schema, text] = await Promise.all([this.workshop.schema(), this.service.text(run, 'scene.json')]);
      const scene = asObject(parseJson(text, 'the scene'), 'the scene');
      const time = asObject(scene['time'], 'the time of the scene');
      // Without another wish, the new run ends where the old one would.
      time['frames'] = Math.max(1, Number(time['start_frame']) + Number(time['frames']) - frame);
      new RunDialog(this.workshop, new Schema(schema), {
        title: `Go on from frame ${frame}`, scene, order: { run: run.id, frame },
        about: 'A new run begins with this frame, its velocities and the time of its motions.',
      }, ({ id }) => {
        location.hash = fragmentOf({ token: this.token, kind: 'runs', ids: [id] });
      });
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.state.textContent = error instanceof Error ? error.message : String(error);
  }
}
