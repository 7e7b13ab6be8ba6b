import { lazy, Suspense, useRef, useState } from 'react'
import { inboxWorkTexts } from '#shared/texts/inbox/inbox-work-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { returnFocus } from '#web/kit/return-focus.ts'
import { Tag } from '#web/kit/tag.tsx'
import { showError } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { tagColour, useTags } from '#web/parts/conversations/tag-rows.ts'

const AddTagForm = lazy(async () => ({
  default: (await import('#web/parts/conversations/add-tag-form.tsx')).AddTagForm,
}))

export function ConversationTags({ conversation }: { conversation: Conversation }) {
  const texts = useTexts(inboxWorkTexts)
  const tags = useTags()
  const [adding, setAdding] = useState(false)
  const opener = useRef<HTMLDivElement>(null)
  const own = conversation.tag_ids.flatMap(tagId => tags.filter(tag => tag.id === tagId))

  const change = (body: { add?: string[]; remove?: string[] }) =>
    call('POST /api/v1/conversations/:id/tags', { params: { id: conversation.id }, body, repeatable: true })
  const remove = (tagId: string) => change({ remove: [tagId] }).catch(showError)

  function stop() {
    setAdding(false)
    returnFocus(() => opener.current?.querySelector('button'))
  }

  return (
    <section aria-label={texts.tags}>
      <h3>{texts.tags}</h3>
      <div className="customer-tags">
        {own.length === 0 && !adding && <span className="muted">{texts.noTags}</span>}
        {own.map(tag => (
          <span key={tag.id} className="customer-tag">
            <Tag colour={tagColour(tag)}>{tag.name}</Tag>
            <IconButton
              icon="x"
              label={fill(texts.removeTag, { name: tag.name })}
              onClick={() => void remove(tag.id)}
            />
          </span>
        ))}
        {!adding && (
          <div ref={opener}>
            <Button size="sm" icon="plus" onClick={() => setAdding(true)}>
              {texts.addTag}
            </Button>
          </div>
        )}
      </div>
      {adding && (
        <Suspense fallback={null}>
          <AddTagForm
            className="customer-add-tag"
            texts={texts}
            tagIds={conversation.tag_ids}
            onAdd={name => change({ add: [name] })}
            onClose={stop}
          />
        </Suspense>
      )}
    </section>
  )
}
