import { paletteTexts } from '#shared/texts/dashboard/palette-texts.ts'
import { useTexts } from '#web/data/language.tsx'

const mac = /Mac|iPhone|iPad/.test(navigator.platform)

export function Keys({ keys }: { keys: string }) {
  const texts = useTexts(paletteTexts)
  return (
    <span className="keys">
      {keys.split(' ').map((part, index) => (
        <span key={part} className="keys">
          {index > 0 && <span className="keys-then">{texts.sheetThen}</span>}
          {part.split('+').map(key => (
            <kbd key={key}>{key === 'Ctrl' && mac ? '⌘' : key.length === 1 ? key.toUpperCase() : key}</kbd>
          ))}
        </span>
      ))}
    </span>
  )
}
