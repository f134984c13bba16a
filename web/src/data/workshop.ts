import { asArray, asNumber, asObject, asText, FormatError, parseJson } from './json';
import { type RunListing, type Service } from './service';

/** What a run is made of: a scene, or the scene of a run that is to go on from one of its frames. */
export interface Order {
  readonly scene?: string;
  readonly run?: string;
  /** Number of the frame to go on from. */
  readonly frame?: number;
  /** The scene as edited; that of the file without it. */
  readonly text?: string;
  /** Settings as for `--set`: "time.frames=10". */
  readonly set?: readonly string[];
}

/** An error of a scene, with its line in the text if it has one. */
export class SceneError extends Error {
  constructor(
    message: string,
    readonly line: number | undefined,
  ) {
    super(message);
  }
}

/** What a scene without errors comes to. */
export interface CheckedScene {
  readonly frames: number;
  readonly bodies: readonly string[];
  readonly warnings: readonly string[];
}

/** A run that was started from the page. */
export interface StartedRun extends RunListing {
  readonly isRunning: boolean;
  /** Of the program that ran it, once it has ended. */
  readonly exitCode: number | undefined;
  readonly message: string;
}

function asTexts(value: unknown, what: string): string[] {
  return asArray(value, what).map((text) => asText(text, what));
}

/** Starts and stops runs, and checks scenes; the program does it. */
export class Workshop {
  constructor(private readonly service: Service) {}

  schema(): Promise<string> {
    return this.service.read('schema');
  }
  sceneText(scene: string): Promise<string> {
    return this.service.read(`scenes/${scene}/text`);
  }
  /** The scene with every default. */
  resolvedScene(scene: string): Promise<string> {
    return this.service.read(`scenes/${scene}/resolved`);
  }

  /** Throws a SceneError if the scene has one. */
  async check(order: Order): Promise<CheckedScene> {
    const checked = await this.send('check', order);
    return {
      frames: asNumber(checked['frames'], 'the frames of a scene'),
      bodies: asTexts(checked['bodies'], 'the bodies of a scene'),
      warnings: asTexts(checked['warnings'], 'the warnings of a scene'),
    };
  }

  /** Starts a run. Throws a SceneError if the scene has an error, or no run can be started. */
  async start(order: Order): Promise<RunListing> {
    const run = await this.send('start', order);
    return { id: asText(run['id'], 'the id of a run'), name: asText(run['name'], 'the name of a run') };
  }

  async stop(run: RunListing): Promise<void> {
    await this.service.post(`runs/${run.id}/stop`, '{}');
  }

  async started(): Promise<StartedRun[]> {
    const list = asArray(parseJson(await this.service.read('started'), 'the started runs'), 'the started runs');
    return list.map((entry) => {
      const run = asObject(entry, 'a started run');
      return {
        id: asText(run['id'], 'the id of a run'),
        name: asText(run['name'], 'the name of a run'),
        isRunning: run['running'] === true,
        exitCode: typeof run['exit_code'] === 'number' ? run['exit_code'] : undefined,
        message: typeof run['message'] === 'string' ? run['message'] : '',
      };
    });
  }

  private async send(what: string, order: Order): Promise<Record<string, unknown>> {
    const answer = asObject(parseJson(await this.service.post(what, JSON.stringify(order)), 'an answer'), 'an answer');
    const error = answer['error'];
    if (error === undefined) return answer;
    if (typeof error !== 'string') throw new FormatError('an error is not a text');
    throw new SceneError(error, typeof answer['line'] === 'number' ? answer['line'] : undefined);
  }
}
