/** Alt+S works from anywhere. */
export function watchKeys(): void {
  const main = document.getElementById('main')
  const into = (event: Event) => {
    event.preventDefault()
    main?.focus()
    main?.scrollIntoView()
  }
  document.querySelector('.skip')?.addEventListener('click', into)
  addEventListener('keydown', event => {
    if (event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyS') into(event)
  })
}
