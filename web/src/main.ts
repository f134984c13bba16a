import './style.css';
import { App } from './app';
import { Service } from './data/service';
import { element } from './panels/dom';

/** Shows why there is nothing else to show. */
function giveUp(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(element('p', { role: 'alert', class: 'fatal' }, message));
}

// The address that the program prints carries the token in its fragment, which is not sent.
const service = new Service('/', location.hash.slice(1));
service
  .runs()
  .then((runs) => new App(service, runs).start())
  .catch(giveUp);
