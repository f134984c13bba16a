import { parseFront, type FrontContent } from './front';
import { asArray, asObject, asText, parseJson } from './json';

/** A run folder that the program serves. */
export interface RunListing {
  /** Its place in the addresses of its files. */
  readonly id: string;
  readonly name: string;
}

/** A request that the program did not answer as hoped. */
export class ServiceError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** A file as a whole, with the tag under which to ask for it again. */
export interface TaggedText {
  readonly text: string;
  readonly tag: string;
}

/** Where the files of runs come from. */
export interface RunSource {
  runs(): Promise<RunListing[]>;
  /** Reads a whole text file. */
  text(run: RunListing, file: string): Promise<string>;
  /** Reads a text file unless it is the one that has the tag; returns undefined then. */
  textIfChanged(run: RunListing, file: string, tag: string): Promise<TaggedText | undefined>;
  /** Reads the bytes from `begin` up to but not including `end`, or to the end of the file if that comes first. */
  bytes(run: RunListing, file: string, begin: number, end: number): Promise<ArrayBuffer>;
}

/** The files of run folders as `muslin view` serves them (docs/viewer.md). The token of its address goes with each request. */
export class Service implements RunSource {
  constructor(
    private readonly base: string,
    private readonly token: string,
    private readonly fetcher: typeof fetch = fetch.bind(globalThis),
  ) {}

  async runs(): Promise<RunListing[]> {
    const response = await this.ask('runs', {});
    const list = asArray(parseJson(await response.text(), 'the list of runs'), 'the list of runs');
    return list.map((entry) => {
      const run = asObject(entry, 'a run');
      return { id: asText(run['id'], 'the id of a run'), name: asText(run['name'], 'the name of a run') };
    });
  }

  /** What the front page shows; undefined if the program shows only the runs that it was begun for. */
  async front(): Promise<FrontContent | undefined> {
    try {
      return parseFront(await (await this.ask('front', {})).text());
    } catch (error) {
      if (error instanceof ServiceError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Asks for a small picture unless it is the one that has the tag; returns undefined then. */
  async picture(path: string, tag: string): Promise<{ readonly blob: Blob; readonly tag: string } | undefined> {
    const response = await this.ask(path, tag === '' ? {} : { 'If-None-Match': tag });
    if (response.status === 304) return undefined;
    return { blob: await response.blob(), tag: response.headers.get('ETag') ?? '' };
  }

  /** Reads a text that belongs to no run. */
  async read(path: string): Promise<string> {
    return (await this.ask(path, {})).text();
  }

  /** Sends JSON and returns the answer, also of a request that the program found wrong. */
  async post(path: string, json: string): Promise<string> {
    return (await this.ask(path, { 'Content-Type': 'application/json' }, json)).text();
  }

  async text(run: RunListing, file: string): Promise<string> {
    return (await this.ask(`runs/${run.id}/${encodeURIComponent(file)}`, {})).text();
  }

  async textIfChanged(run: RunListing, file: string, tag: string): Promise<TaggedText | undefined> {
    const response = await this.ask(`runs/${run.id}/${encodeURIComponent(file)}`, tag === '' ? {} : { 'If-None-Match': tag });
    if (response.status === 304) return undefined;
    return { text: await response.text(), tag: response.headers.get('ETag') ?? '' };
  }

  async bytes(run: RunListing, file: string, begin: number, end: number): Promise<ArrayBuffer> {
    const response = await this.ask(`runs/${run.id}/${encodeURIComponent(file)}`, { Range: `bytes=${begin}-${end - 1}` });
    if (response.status === 416) return new ArrayBuffer(0); // it has not grown beyond `begin`
    const content = await response.arrayBuffer();
    return response.status === 206 ? content : content.slice(begin, end);
  }

  private async ask(path: string, headers: Record<string, string>, content?: string): Promise<Response> {
    let response: Response;
    try {
      response = await this.fetcher(this.base + path, {
        ...(content === undefined ? {} : { method: 'POST', body: content }),
        headers: { ...headers, Authorization: `Bearer ${this.token}` },
        cache: 'no-store',
      });
    } catch {
      throw new ServiceError('The program does not answer; is muslin view still running?', 0);
    }
    if (response.ok || response.status === 304 || response.status === 416) return response;
    if (response.status === 400 && content !== undefined) return response; // the answer says what is wrong
    if (response.status === 401)
      throw new ServiceError('This address lacks its token; use the whole address that muslin view prints.', 401);
    throw new ServiceError(`${path}: the program answers ${response.status}`, response.status);
  }
}
