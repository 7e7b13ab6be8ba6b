import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { sanitizeTyped } from '#shared/rules/text/sanitize.ts'
import { fill } from '#shared/texts/chat/widget-texts.ts'
import type { WidgetTexts } from '#shared/texts/chat/widget.vi.ts'
import { TEXT_MAX } from '#widget/conversation/conversation.ts'
import { Icon } from './icons.tsx'
import { ACCEPTED_TYPES } from '#widget/conversation/uploads.ts'

const MAX_HEIGHT_PX = 128
const MAX_FILES = 5
const COUNTDOWN_FROM = TEXT_MAX - 200

export type ComposerProps = {
  texts: WidgetTexts
  placeholder: string
  field: RefObject<HTMLTextAreaElement | null>
  onSend(text: string): boolean
  onTyped(): void
  /** Null where files are not accepted. */
  onFile: ((file: File) => void) | null
}

/** Enter sends, Shift+Enter breaks the line; while composing with an input method, Enter belongs to it. */
export function Composer({ texts, placeholder, field, onSend, onTyped, onFile }: ComposerProps): ReactNode {
  const [text, setText] = useState('')
  const composing = useRef(false)
  const picker = useRef<HTMLInputElement>(null)
  const blank = text.trim() === ''

  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${Math.min(area.scrollHeight, MAX_HEIGHT_PX)}px`
  }, [text, field])

  function change(value: string) {
    // Cleaning during composition would break the syllable.
    setText(composing.current ? value : sanitizeTyped(value))
    if (value.trim() !== '') onTyped()
  }

  function submit() {
    if (onSend(text)) setText('')
    field.current?.focus()
  }

  function takeFiles(files: FileList | null) {
    for (const file of [...(files ?? [])].slice(0, MAX_FILES)) onFile?.(file)
    field.current?.focus()
  }

  function pressed(event: KeyboardEvent<HTMLTextAreaElement>) {
    const inMethod = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || inMethod) return
    event.preventDefault()
    if (!blank) submit()
  }

  return (
    <form
      className={onFile ? 'composer with-files' : 'composer'}
      onSubmit={event => {
        event.preventDefault()
        if (!blank) submit()
      }}
    >
      {onFile && (
        <>
          <input
            ref={picker}
            type="file"
            hidden
            multiple
            accept={ACCEPTED_TYPES.join(',')}
            onChange={event => {
              const { currentTarget: input } = event
              takeFiles(input.files)
              // Allows choosing the same file again.
              input.value = ''
            }}
          />
          <button
            type="button"
            className="icon-button attach"
            aria-label={texts.attach}
            onClick={() => picker.current?.click()}
          >
            <Icon name="attach" />
          </button>
        </>
      )}
      <textarea
        ref={field}
        rows={1}
        value={text}
        maxLength={TEXT_MAX}
        placeholder={placeholder}
        aria-label={texts.writeLabel}
        enterKeyHint="send"
        onChange={event => change(event.currentTarget.value)}
        onCompositionStart={() => {
          composing.current = true
        }}
        onCompositionEnd={event => {
          composing.current = false
          change(event.currentTarget.value)
        }}
        onKeyDown={pressed}
        onPaste={event => {
          const { files } = event.clipboardData
          if (!onFile || files.length === 0) return
          event.preventDefault()
          takeFiles(files)
        }}
      />
      {text.length >= COUNTDOWN_FROM && (
        <span className="left" role="status">
          {fill(texts.left, { count: TEXT_MAX - text.length })}
        </span>
      )}
      <button type="submit" className="icon-button send" aria-label={texts.send} disabled={blank}>
        <Icon name="send" />
      </button>
    </form>
  )
}
