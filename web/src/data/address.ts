/** What the fragment of an address asks for. Browsers do not send it. */
export interface Address {
  readonly token: string;
  /** `front`: the front page, or the runs that the program was begun for; `runs`; or the scene or run to be edited. */
  readonly kind: 'front' | 'runs' | 'edit-scene' | 'edit-run';
  readonly ids: readonly string[];
}

const kinds: readonly string[] = ['runs', 'edit-scene', 'edit-run'];

/** Reads `#TOKEN`, `#TOKEN/runs/3,4` or `#TOKEN/edit-scene/3`. */
export function parseAddress(fragment: string): Address {
  const [token = '', kind = '', ids = ''] = fragment.replace(/^#/, '').split('/');
  if (!kinds.includes(kind) || ids === '') return { token, kind: 'front', ids: [] };
  return { token, kind: kind as Address['kind'], ids: ids.split(',') };
}

export function fragmentOf({ token, kind, ids }: Address): string {
  return kind === 'front' ? `#${token}` : `#${token}/${kind}/${ids.join(',')}`;
}
