export const openPaletteEvent = 'sen-open-palette'

/** Opens the command palette, from a button anywhere in the dashboard. */
export function openPalette(): void {
  document.dispatchEvent(new CustomEvent(openPaletteEvent))
}
