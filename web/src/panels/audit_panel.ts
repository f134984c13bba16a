import { intersects, type Audit, type AuditElement, type AuditPair } from '../data/audit';
import { element, panel } from './dom';

/** Frames listed at most; a run that intersects everywhere would fill the page. */
const listedFrames = 200;

function describe({ body, kind, index }: AuditElement): string {
  return `${body} ${kind} ${index}`;
}

/** The verdict of the audit, and the frames that intersect; a click goes to the frame and its place. */
export class AuditPanel {
  readonly root: HTMLElement;
  private readonly verdict = element('p', { role: 'status' });
  private readonly list = element('ul', { class: 'audit' });

  constructor(private readonly goTo: (frame: number, pair: AuditPair | undefined) => void) {
    this.root = panel('Audit', this.verdict, this.list);
  }

  update(audit: Audit, frames: number): void {
    const bad = [...audit.frames.values()].filter(intersects);
    const audited = audit.framesAudited < frames ? `${audit.framesAudited} of ${frames} frames audited` : `all ${frames} frames audited`;
    this.verdict.textContent =
      bad.length === 0 ? `✓ No intersections; ${audited}.` : `✗ ${bad.length} ${bad.length === 1 ? 'frame intersects' : 'frames intersect'}; ${audited}.`;
    this.verdict.className = bad.length === 0 ? 'good' : 'bad';
    this.list.replaceChildren();
    for (const frame of bad.slice(0, listedFrames)) {
      const count = frame.intersections + frame.tangled;
      const entry = element('li', {}, this.link(`frame ${frame.frame}: ${count} pairs`, frame.frame, frame.pairs[0]));
      const pairs = frame.pairs.map((pair) =>
        element('li', {}, this.link(`${describe(pair.a)} and ${describe(pair.b)}`, frame.frame, pair)),
      );
      entry.append(element('ul', {}, ...pairs));
      this.list.append(entry);
    }
    if (bad.length > listedFrames) this.list.append(element('li', {}, `and ${bad.length - listedFrames} more frames`));
  }

  private link(text: string, frame: number, pair: AuditPair | undefined): HTMLButtonElement {
    const link = element('button', { type: 'button', class: 'link' }, text);
    link.addEventListener('click', () => this.goTo(frame, pair));
    return link;
  }
}
