import { type Service } from '../data/service';
import { element } from '../panels/dom';

/** A small picture that is asked for when it comes into sight. The browser cannot ask itself, since that needs the token. */
export class LazyPicture {
  readonly root = element('div', { class: 'thumbnail' });
  private tag = '';
  private address: string | undefined;
  private isSeen = false;

  constructor(
    private readonly service: Service,
    private readonly path: string,
    private readonly about: string,
  ) {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      this.isSeen = true;
      void this.refresh();
    });
    observer.observe(this.root);
  }

  /** Asks whether there is a newer picture, if this one was ever in sight. */
  async refresh(): Promise<void> {
    if (!this.isSeen) return;
    let changed;
    try {
      changed = await this.service.picture(this.path, this.tag);
    } catch {
      return; // the card shows its words without a picture
    }
    if (changed === undefined) return;
    this.tag = changed.tag;
    if (this.address !== undefined) URL.revokeObjectURL(this.address);
    this.address = URL.createObjectURL(changed.blob);
    this.root.replaceChildren(element('img', { src: this.address, alt: this.about, width: '200', height: '150' }));
  }
}
