import { type FormEvent, useState } from 'react'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Tag } from '#web/kit/tag.tsx'
import { tagColour, useTags } from '#web/parts/conversations/tag-rows.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { Card } from './read-card.ts'
import { Refusal } from './refusal.tsx'
import { useCardAction } from './use-card-action.ts'
import { TagNameField } from '#web/parts/conversations/tag-name-field.tsx'

export function CustomerTags({ card }: { card: Card }) {
  const texts = useTexts(customerCardTexts)
  const tags = useTags()
  const [adding, setAdding] = useState(false)
  const [name, setName] = useState('')
  const { error, act } = useCardAction()
  const own = card.tagIds.flatMap(tagId => tags.filter(tag => tag.id === tagId))
  const change = (body: { add?: string[]; remove?: string[] }) =>
    act(async () => {
      await call('POST /api/v1/customers/:id/tags', { params: { id: card.customer.id }, body, repeatable: true })
    })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) change({ add: [name.trim()] })
    setAdding(false)
    setName('')
  }
  return (
    <section className="panel" aria-label={texts.tags}>
      <header className="panel-head">
        <h2>{texts.tags}</h2>
      </header>
      <div className="panel-body">
        <div className="card-tags">
          {own.length === 0 && !adding && <span className="soft">{texts.noTags}</span>}
          {own.map(tag => (
            <span key={tag.id} className="card-tag">
              <Tag colour={tagColour(tag)}>{tag.name}</Tag>
              <IconButton
                icon="x"
                label={fill(texts.removeTag, { name: tag.name })}
                onClick={() => change({ remove: [tag.id] })}
              />
            </span>
          ))}
          {!adding && (
            <Button size="sm" icon="plus" onClick={() => setAdding(true)}>
              {texts.addTag}
            </Button>
          )}
        </div>
        {adding && (
          <form className="card-form" onSubmit={submit}>
            <TagNameField label={texts.tagName} value={name} onValue={setName} tagIds={card.tagIds} />
            <div className="row gap-2">
              <Button size="sm" onClick={() => setAdding(false)}>
                {texts.cancel}
              </Button>
              <Button size="sm" type="submit">
                {texts.add}
              </Button>
            </div>
          </form>
        )}
        <Refusal error={error} />
      </div>
    </section>
  )
}
