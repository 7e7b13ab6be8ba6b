/** For `addInitScript`: tests and axe do not see into closed shadow roots; in the page of such a test every root is open. */
export function openRoots(): void {
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    return attach.call(this, { ...init, mode: 'open' })
  }
}
