import { useId } from 'react'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { useTags } from './tag-rows.ts'

type Props = {
  className: string
  texts: { tagName: string; tagHint?: string; add: string; cancel: string }
  /** Not offered again. */
  tagIds: readonly string[]
  onAdd: (name: string) => Promise<unknown>
  onClose: () => void
}

export function AddTagForm({ className, texts, tagIds, onAdd, onClose }: Props) {
  const tags = useTags()
  const id = useId()
  const form = useForm({
    start: { name: '' },
    async save({ name }) {
      if (name.trim()) await onAdd(name.trim())
      onClose()
    },
    fieldOf: () => 'name',
    once: true,
  })
  return (
    <form
      {...form.props}
      className={className}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.preventDefault()
        onClose()
      }}
    >
      <Field
        label={texts.tagName}
        hint={texts.tagHint}
        maxLength={40}
        list={`${id}-tags`}
        autoComplete="off"
        autoFocus
        small
        {...form.field('name')}
      />
      <datalist id={`${id}-tags`}>
        {tags
          .filter(tag => !tagIds.includes(tag.id))
          .map(tag => (
            <option key={tag.id} value={tag.name} />
          ))}
      </datalist>
      <div className="row gap-2">
        <Button size="sm" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button size="sm" type="submit" busy={form.busy}>
          {texts.add}
        </Button>
      </div>
    </form>
  )
}
