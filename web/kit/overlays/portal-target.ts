/** Inside the open dialog, because everything outside it is inert; else inside the main landmark. */
export function portalTargetFor(from: Element | null): HTMLElement | null {
  return from?.closest<HTMLElement>('dialog[open]') ?? document.getElementById('main')
}
