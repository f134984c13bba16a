import { type CollisionStore, type FrameCollisions } from '../data/collision_store';
import { type Contact, type RigidPatch } from '../data/contacts';
import { noOverlays, overlayNames, type OverlayCounts, type OverlaySettings } from '../overlay/settings';
import { type CollisionOverlays } from './collision_overlays';

/** Contacts that are described for a vertex. */
const describedContacts = 4;

/** Milliseconds after which the collisions of a frame are read although nothing shows them: who rests there may click. */
const restTime = 150;
/** Frames whose collisions are read before they are needed, while an overlay shows them. */
const readAhead = 6;
/** Overlays that show the collisions of the frame. */
const shownByFrame = ['contacts', 'zones', 'clusters', 'rungs', 'asGiven'] as const;

/**
 * Draws the collisions of the frame on the screen, once they are there. They arrive behind the frame, and while a run plays
 * without overlays they are not read at all.
 */
export class CollisionPresenter {
  private settings: OverlaySettings = noOverlays;
  private shownIndex = -1;
  private collisions: FrameCollisions | undefined;
  private patches: readonly RigidPatch[] = [];
  private isLoading = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `arrived` is called when the collisions of the frame on the screen are known and drawn. */
  constructor(
    private readonly store: CollisionStore,
    private readonly overlays: CollisionOverlays,
    private readonly frameCount: () => number,
    private readonly arrived: (index: number) => void,
    private readonly failed: (error: Error) => void,
  ) {
    store.patches().then((patches) => {
      this.patches = patches;
      this.draw();
    }, failed);
  }

  set(settings: OverlaySettings): void {
    this.settings = { ...settings };
    this.draw();
  }

  /** Follows the frame on the screen. */
  show(index: number): void {
    this.shownIndex = index;
    this.collisions = this.store.peek(index);
    this.isLoading = false;
    this.draw(); // with the new positions, and without the old contacts
    clearTimeout(this.timer);
    const isShown = shownByFrame.some((name) => this.settings[name]);
    if (this.collisions !== undefined) this.arrived(index);
    else if (isShown) this.load(index);
    else this.timer = setTimeout(() => this.load(index), restTime);
    if (!isShown) return;
    const end = Math.min(index + readAhead + 1, this.frameCount());
    for (let ahead = index + 1; ahead < end; ++ahead) this.store.load(ahead).catch(() => {}); // asked for again when it is shown
  }

  /** Whether an overlay waits for the collisions of the frame on the screen. */
  get isBehind(): boolean {
    return this.isLoading && shownByFrame.some((name) => this.settings[name]);
  }

  close(): void {
    clearTimeout(this.timer);
    this.shownIndex = -1;
  }

  /** Returns how much the frame has of each overlay. */
  counts(): OverlayCounts {
    const { hasContacts } = this.store;
    const { collisions } = this;
    const counts: Record<string, number | undefined> = Object.fromEntries(overlayNames.map((name) => [name, 0]));
    counts['zones'] = collisions?.zones.length ?? 0;
    counts['clusters'] = collisions?.clusters.length ?? 0;
    counts['contacts'] = hasContacts ? (collisions?.contacts.length ?? 0) : undefined;
    counts['patches'] = hasContacts ? this.patches.length : undefined;
    counts['rungs'] = collisions?.stopped.length ?? 0;
    counts['asGiven'] = hasContacts ? (collisions?.asGiven.length ?? 0) : undefined;
    return counts as unknown as OverlayCounts;
  }

  /** Describes the contacts of a vertex, which is counted within its body, and its zone. */
  describe(body: number, vertex: number, nameOf: (body: number) => string): [string, string][] {
    const { collisions, overlays } = this;
    if (collisions === undefined) return [];
    const wanted = overlays.vertices.firstOf(body) + vertex;
    const facts: [string, string][] = [];
    const zone = collisions.zones.findIndex((vertices) => vertices.includes(wanted));
    if (zone >= 0) facts.push(['zone', `${zone + 1} of ${collisions.zones.length}`]);
    if (!this.store.hasContacts) return facts;
    const contacts = collisions.contacts.filter(({ vertices, weights }) => vertices.some((v, k) => v === wanted && weights[k]! > 0));
    facts.push(['contacts', String(contacts.length)]);
    for (const contact of contacts.slice(0, describedContacts)) facts.push(['with', this.describeContact(contact, wanted, nameOf)]);
    return facts;
  }

  private describeContact(contact: Contact, wanted: number, nameOf: (body: number) => string): string {
    // The other element: the one that the vertex is not in.
    const firstSize = contact.kind === 'vertex and triangle' ? 3 : 2;
    const isInFirst = contact.vertices.slice(0, firstSize).includes(wanted);
    const other = isInFirst ? contact.vertices[3] : contact.vertices[0];
    const body = this.overlays.vertices.bodyOf(other);
    const state = contact.isCollision ? 'collided' : 'near';
    const rung = contact.rung === 'response' ? '' : `, ${contact.rung}`;
    return `${body === undefined ? '?' : nameOf(body)}: ${contact.kind}, gap ${(1000 * contact.gap).toPrecision(3)} mm, ${state}${rung}`;
  }

  private load(index: number): void {
    this.isLoading = true;
    this.store.load(index).then((collisions) => {
      if (index !== this.shownIndex) return;
      this.isLoading = false;
      this.collisions = collisions;
      this.draw();
      this.arrived(index);
    }, (error: Error) => {
      if (index !== this.shownIndex) return;
      this.isLoading = false;
      this.failed(error);
    });
  }

  private draw(): void {
    this.overlays.show(this.settings, this.collisions, this.patches);
  }
}
