import { paletteTexts } from '#shared/texts/dashboard/palette-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { openPalette, usePaletteThere } from './open-palette.ts'
import './palette-button.css'

const mac = /Mac|iPhone|iPad/.test(navigator.platform)

export function PaletteButton() {
  const texts = useTexts(paletteTexts)
  const there = usePaletteThere()
  if (!there) return null
  return (
    <button type="button" className="palette-button" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
      <Icon name="search" />
      <span className="fill">{texts.open}</span>
      <kbd aria-hidden="true">{mac ? '⌘ K' : 'Ctrl K'}</kbd>
    </button>
  )
}
