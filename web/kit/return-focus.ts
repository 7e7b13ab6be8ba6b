/** Once a form is gone, the focus goes to what opened it, unless the person went on elsewhere while the form waited for its answer. */
export function returnFocus(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) find()?.focus()
  })
}
