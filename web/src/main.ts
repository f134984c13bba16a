import './style.css';
import { App } from './app';
import { EmbeddedRun } from './data/embedded_run';
import { Service, type RunSource } from './data/service';
import { element } from './panels/dom';

/** Shows why there is nothing else to show. */
function giveUp(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(element('p', { role: 'alert', class: 'fatal' }, message));
}

/** A page that `muslin export` wrote has its run in it; to others, the program that sent them sends runs. */
function openSource(): RunSource {
  const embedded = document.getElementById('muslin-run');
  // The address that the program prints carries the token in its fragment, which is not sent.
  return embedded === null ? new Service('/', location.hash.slice(1)) : new EmbeddedRun(embedded.textContent ?? '');
}

async function open(): Promise<void> {
  const source = openSource();
  await new App(source, await source.runs()).start();
}

open().catch(giveUp);
