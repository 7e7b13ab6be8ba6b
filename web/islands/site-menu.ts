export function watchMenu(element: HTMLElement): void {
  const menu = element as HTMLDetailsElement
  addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  for (const kind of ['pointerdown', 'focusin']) {
    document.addEventListener(kind, event => {
      if (!menu.contains(event.target as Node)) menu.open = false
    })
  }
}
