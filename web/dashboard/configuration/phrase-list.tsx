import { useRef } from 'react'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { fill } from '#web/parts/language/texts.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'
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
  const form = useForm({
    start: { text: '' },
    check: ({ text }) => ({ text: wrongIn(oneLine(text)) }),
    async save({ text }) {
      const item = oneLine(text)
      if (!item) return
      onItems([...items, item])
      form.set({ text: '' })
    },
  })

  function wrongIn(item: string): string | undefined {
    if (!item) return undefined
    return (
      check?.(item) ??
      (items.includes(item) ? texts.already : items.length >= limit ? fill(texts.tooMany, { limit }) : undefined)
    )
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
      <form {...form.props}>
        <Field
          ref={input}
          label={label}
          labelHidden
          small
          maxLength={maxLength}
          autoComplete="off"
          placeholder={placeholder}
          {...form.field('text')}
        />
        <Button type="submit" icon="plus">
          {texts.add}
        </Button>
      </form>
    </div>
  )
}
