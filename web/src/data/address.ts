/** What the fragment of an address says: `#TOKEN`, or `#TOKEN/runs/3,4`. Browsers do not send it. */
export interface Address {
  readonly token: string;
  /** Ids of the runs to show; none for the front page, or for the runs that the program was begun for. */
  readonly runs: readonly string[];
}

export function parseAddress(fragment: string): Address {
  const [token, kind, ids] = fragment.replace(/^#/, '').split('/');
  return { token: token ?? '', runs: kind === 'runs' && ids !== undefined && ids !== '' ? ids.split(',') : [] };
}

export function fragmentOf({ token, runs }: Address): string {
  return runs.length === 0 ? `#${token}` : `#${token}/runs/${runs.join(',')}`;
}
