import { type FormEvent, useRef, useState } from 'react'
import { inboxWorkTexts } from '#shared/texts/inbox/inbox-work-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Tag } from '#web/kit/tag.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { tagColour, useTags } from '#web/parts/conversations/tag-rows.ts'
import { TagNameField } from '#web/parts/conversations/tag-name-field.tsx'

export function ConversationTags({ conversation }: { conversation: Conversation }) {
  const texts = useTexts(inboxWorkTexts)
  const tags = useTags()
  const [adding, setAdding] = useState(false)
  const [name, setName] = useState('')
  const opener = useRef<HTMLDivElement>(null)
  const own = conversation.tag_ids.flatMap(tagId => tags.filter(tag => tag.id === tagId))

  async function change(body: { add?: string[]; remove?: string[] }) {
    try {
      await call('POST /api/v1/conversations/:id/tags', { params: { id: conversation.id }, body, repeatable: true })
    } catch (error) {
      showErrorToast(messageOf(error))
    }
  }

  function stop() {
    setAdding(false)
    setName('')
    requestAnimationFrame(() => opener.current?.querySelector('button')?.focus())
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) void change({ add: [name.trim()] })
    stop()
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
              onClick={() => void change({ remove: [tag.id] })}
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
        <form
          className="customer-add-tag"
          onSubmit={submit}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            event.preventDefault()
            stop()
          }}
        >
          <TagNameField
            label={texts.tagName}
            hint={texts.tagHint}
            value={name}
            onValue={setName}
            tagIds={conversation.tag_ids}
          />
          <div className="row gap-2">
            <Button size="sm" type="submit">
              {texts.add}
            </Button>
            <Button size="sm" onClick={stop}>
              {texts.cancel}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
