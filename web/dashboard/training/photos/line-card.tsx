import { useEffect, useId, useRef } from 'react'
import { maxCellLength, sureFrom } from '#shared/contracts/training/photos.contract.ts'
import type { PhotoLine } from '#shared/contracts/training/photos.results.ts'
import { photosTexts } from '#shared/texts/training/photos-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ImageCrop } from './image-crop.tsx'
import { isOvertaken, type TypedLine, wordsOf } from './typed-lines.ts'
import type { Decision } from './unsaved-decisions.ts'

type Props = {
  line: PhotoLine
  typed: TypedLine | undefined
  onType(cells: string[] | undefined): void
  names: string[]
  picture: string | null | undefined
  page: { width: number; height: number } | undefined
  place: string
  onDecide(decision: Decision): void
  onMove(by: 1 | -1): void
}

export function LineCard({ line, typed, onType, names, picture, page, place, onDecide, onMove }: Props) {
  const texts = useTexts(photosTexts)
  const stateWords = {
    open: texts.stateOpen,
    right: texts.stateRight,
    changed: texts.stateChanged,
    dropped: texts.stateDropped,
  }
  const now = wordsOf(line)
  const cells = typed?.cells ?? now
  const form = useForm({
    start: {},
    async save() {
      if (isEmpty) return false
      const differs = cells.some((cell, i) => cell.trim() !== line.cells[i]?.trim())
      onDecide({ position: line.position, ...(differs ? { state: 'changed', cells } : { state: 'right' }) })
      return true
    },
  })
  const right = useRef<HTMLButtonElement>(null)
  const unsureId = useId()
  const isUnsure = line.confidence < sureFrom && line.state === 'open'
  const changed = cells.some((cell, i) => cell.trim() !== now[i]?.trim())
  const isEmpty = cells.every(cell => cell.trim() === '')

  // Focus for the keyboard without opening a phone's keyboard.
  useEffect(() => right.current?.focus({ preventScroll: true }), [])

  return (
    <form {...form.props} className="photo-card" aria-label={place} aria-describedby={isUnsure ? unsureId : undefined}>
      {isUnsure && (
        <p id={unsureId} className="photo-unsure">
          <Icon name="triangle-alert" size="sm" />
          {texts.unsure}
        </p>
      )}
      {isOvertaken(typed, line) && (
        <Notice>
          <p>{fill(texts.overtaken, { state: stateWords[line.state], words: now.filter(Boolean).join(' · ') })}</p>
          <Button look="quiet" onClick={() => onType(undefined)}>
            {texts.takeTheirs}
          </Button>
        </Notice>
      )}
      <div className="photo-cells">
        {cells.map((cell, i) => {
          const box = line.cell_boxes[i]
          return (
            <div key={i} className="photo-cell">
              {box && picture && page ? (
                <ImageCrop picture={picture} page={page} box={box} label={texts.piece} height={64} />
              ) : (
                <span className="photo-no-piece muted">{box ? '' : texts.noPiece}</span>
              )}
              <Field
                label={nameOf(i)}
                value={cell}
                maxLength={maxCellLength}
                autoComplete="off"
                inputMode={/^[\d.,\sđkK]+$/.test(cell) ? 'text' : undefined}
                onValue={value => onType(cells.map((one, at) => (at === i ? value : one)))}
              />
            </div>
          )
        })}
      </div>
      <div className="photo-acts">
        <Button ref={right} type="submit" look="filled" icon="check" disabled={isEmpty}>
          {changed ? texts.save : texts.right}
        </Button>
        <Button look="danger-quiet" icon="x" onClick={() => onDecide({ position: line.position, state: 'dropped' })}>
          {texts.drop}
        </Button>
        <span className="photo-move">
          <IconButton icon="arrow-up" label={texts.before} onClick={() => onMove(-1)} />
          <IconButton icon="arrow-down" label={texts.next} onClick={() => onMove(1)} />
        </span>
      </div>
      <p className="photo-keys muted">{texts.keys}</p>
    </form>
  )

  function nameOf(i: number): string {
    if (names[i]) return names[i]
    if (cells.length === 1) return texts.words
    if (cells.length === 2) return i === 0 ? texts.name : texts.price
    return fill(texts.cell, { at: i + 1 })
  }
}
