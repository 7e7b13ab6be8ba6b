/**
 * Where something that floats is put into the page: inside the open dialog, which makes everything outside it
 * unreachable, else inside the main landmark.
 * @param from an element of the place it belongs to
 */
export function portalTargetFor(from: Element | null): HTMLElement | null {
  return from?.closest<HTMLElement>('dialog[open]') ?? document.getElementById('main')
}
