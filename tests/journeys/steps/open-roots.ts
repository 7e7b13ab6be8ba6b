/** For `addInitScript`: tests and axe cannot see into closed shadow roots. */
export function openRoots(): void {
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    return attach.call(this, { ...init, mode: 'open' })
  }
}
