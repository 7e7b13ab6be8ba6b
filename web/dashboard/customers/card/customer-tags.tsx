import { useState } from 'react'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Tag } from '#web/kit/tag.tsx'
import { tagColour, useTags } from '#web/parts/conversations/tag-rows.ts'
import { fill } from '#web/parts/language/texts.ts'
import { type Card, useCardChanged } from './read-card.ts'
import { Refusal } from './refusal.tsx'
import { useCardAction } from './use-card-action.ts'
import { AddTagForm } from '#web/parts/conversations/add-tag-form.tsx'

export function CustomerTags({ card }: { card: Card }) {
  const texts = useTexts(customerCardTexts)
  const tags = useTags()
  const [adding, setAdding] = useState(false)
  const { error, act } = useCardAction()
  const own = card.tagIds.flatMap(tagId => tags.filter(tag => tag.id === tagId))
  const changed = useCardChanged()
  async function change(body: { add?: string[]; remove?: string[] }) {
    await call('POST /api/v1/customers/:id/tags', { params: { id: card.customer.id }, body, repeatable: true })
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
                onClick={() => act(() => change({ remove: [tag.id] }))}
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
          <AddTagForm
            className="card-form"
            texts={texts}
            tagIds={card.tagIds}
            onAdd={async name => {
              await change({ add: [name] })
              await changed()
            }}
            onClose={() => setAdding(false)}
          />
        )}
        <Refusal error={error} />
      </div>
    </section>
  )
}
