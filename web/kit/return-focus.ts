/** Once a form is gone, the focus goes to what opened it, unless the person went on elsewhere while the form waited for its answer. */
export function returnFocus(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    const opener = find()
    // Nowhere, or at the dialog around it, which catches a focus that is lost.
    if (opener && document.activeElement?.contains(opener)) opener.focus()
  })
}
