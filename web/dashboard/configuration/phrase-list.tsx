import { type FormEvent, useRef, useState } from 'react'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { PhraseRows } from './phrase-rows.tsx'

/**
 * @param check returns what is wrong with a new entry
 * @param ordered entries are edited in place, and their order counts
 */
export function PhraseList({
  label,
  placeholder,
  items,
  limit,
  maxLength,
  check,
  ordered = false,
  onItems,
}: {
  label: string
  placeholder: string
  items: string[]
  limit: number
  maxLength: number
  check?: (item: string) => string | undefined
  ordered?: boolean
  onItems: (items: string[]) => void
}) {
  const texts = useTexts(configurationTexts)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()

  function add(event: FormEvent) {
    event.preventDefault()
    const item = text.replace(/\s+/g, ' ').trim()
    if (!item) return
    const wrong =
      check?.(item) ??
      (items.includes(item) ? texts.already : items.length >= limit ? fill(texts.tooMany, { limit }) : undefined)
    setProblem(wrong)
    if (wrong) return
    onItems([...items, item])
    setText('')
  }

  return (
    <div className="phrases">
      {items.length > 0 && ordered && (
        <PhraseRows label={label} items={items} maxLength={maxLength} onItems={onItems} />
      )}
      {items.length > 0 && !ordered && (
        <ul aria-label={label}>
          {items.map(item => (
            <li key={item}>
              <span>{item}</span>
              <IconButton
                icon="x"
                label={fill(texts.remove, { item })}
                onClick={() => {
                  onItems(items.filter(other => other !== item))
                  input.current?.focus()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} noValidate>
        <Field
          ref={input}
          label={label}
          labelHidden
          small
          value={text}
          maxLength={maxLength}
          autoComplete="off"
          placeholder={placeholder}
          error={problem}
          onValue={value => {
            setText(value)
            setProblem(undefined)
          }}
        />
        <Button type="submit" icon="plus">
          {texts.add}
        </Button>
      </form>
    </div>
  )
}
