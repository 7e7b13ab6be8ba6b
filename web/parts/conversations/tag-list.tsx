import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type TagColour, tagColours } from '#shared/rules/tag-colours.ts'
import { inboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { call, isConflict, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { Tag } from '#web/kit/tag.tsx'
import './tag-list.css'
import { tagColour, type TagRow, useTags } from './tag-rows.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useForm } from '#web/kit/forms/use-form.ts'

type Doing = { what: 'edit' | 'merge' | 'delete'; tag: TagRow } | { what: 'new' } | undefined

export function TagList() {
  const texts = useTexts(inboxListTexts)
  const [doing, onDoing] = useState<Doing>()
  const tags = useTags()
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const queryKey = ['tag uses', workspace.id]
  const { data } = useQuery({ queryKey, queryFn: () => call('GET /api/v1/tags/uses'), staleTime: 0 })
  const countOf = (tag: TagRow) => data?.uses.find(one => one.tag_id === tag.id)?.conversations ?? 0
  const done = () => {
    onDoing(undefined)
    void queries.invalidateQueries({ queryKey })
  }
  const handlers = { onDone: done, onCancel: () => onDoing(undefined) }
  return (
    <>
      <p className="muted">{texts.manageTagsText}</p>
      {tags.length === 0 && doing?.what !== 'new' && <p className="muted">{texts.noTags}</p>}
      <ul className="tag-list">
        {tags.map(tag => (
          <li key={tag.id}>
            <TagLine tag={tag} count={data && countOf(tag)} onDoing={onDoing} alone={tags.length < 2} />
            {doing && doing.what !== 'new' && doing.tag.id === tag.id && (
              <>
                {doing.what === 'edit' && <TagForm tag={tag} {...handlers} />}
                {doing.what === 'merge' && (
                  <MergeForm
                    tag={tag}
                    count={countOf(tag)}
                    others={tags.filter(one => one.id !== tag.id)}
                    {...handlers}
                  />
                )}
                {doing.what === 'delete' && <DeleteForm tag={tag} count={countOf(tag)} {...handlers} />}
              </>
            )}
          </li>
        ))}
        {doing?.what === 'new' && (
          <li>
            <TagForm {...handlers} />
          </li>
        )}
      </ul>
      {doing?.what !== 'new' && (
        <Button icon="plus" onClick={() => onDoing({ what: 'new' })}>
          {texts.newTag}
        </Button>
      )}
    </>
  )
}

type LineProps = { tag: TagRow; count: number | undefined; onDoing(next: Doing): void; alone: boolean }

function TagLine({ tag, count, onDoing, alone }: LineProps) {
  const texts = useTexts(inboxListTexts)
  return (
    <div className="tag-line">
      <span className="fill ell">
        <Tag colour={tagColour(tag)}>{tag.name}</Tag>
      </span>
      {count !== undefined && (
        <span className="muted num">{count === 0 ? texts.usedByNone : fill(texts.usedBy, { count })}</span>
      )}
      <IconButton
        icon="pencil"
        label={fill(texts.editTag, { name: tag.name })}
        onClick={() => onDoing({ what: 'edit', tag })}
      />
      <IconButton
        icon="link"
        label={fill(texts.mergeTag, { name: tag.name })}
        disabled={alone}
        onClick={() => onDoing({ what: 'merge', tag })}
      />
      <IconButton
        icon="trash"
        label={fill(texts.deleteTag, { name: tag.name })}
        onClick={() => onDoing({ what: 'delete', tag })}
      />
    </div>
  )
}

type FormProps = { onDone(): void; onCancel(): void }

function useAct(onDone: () => void) {
  const { busy, problem: error, perform } = useAction()
  const act = (run: () => Promise<unknown>) =>
    perform(async () => {
      await run()
      onDone()
    })
  return { busy, error, act }
}

function TagForm({ tag, onDone, onCancel }: FormProps & { tag?: TagRow }) {
  const texts = useTexts(inboxListTexts)
  const form = useForm<{ name: string; colour: TagColour }>({
    start: { name: tag?.name ?? '', colour: tag?.colour ?? 'leaf' },
    check: ({ name }) => ({ name: name.trim() ? undefined : texts.tagNeedsName }),
    async save({ name, colour }) {
      const body = { name: name.trim(), colour }
      if (tag) await call('PATCH /api/v1/tags/:id', { params: { id: tag.id }, body })
      else await call('POST /api/v1/tags', { body })
      onDone()
    },
    fieldOf: () => 'name',
    wordsOf: error => (isConflict(error) ? texts.tagTaken : messageOf(error)),
  })
  return (
    <form {...form.props} className="tag-form">
      <Field label={texts.tagName} maxLength={40} autoFocus small {...form.field('name')} />
      <fieldset className="tag-colours">
        <legend>{texts.tagColour}</legend>
        {tagColours.map(one => (
          <label key={one}>
            <input
              type="radio"
              name="tag-colour"
              checked={one === form.values.colour}
              onChange={() => form.set({ colour: one })}
            />
            <Tag colour={tagColour({ colour: one })}>{texts[one]}</Tag>
          </label>
        ))}
      </fieldset>
      <div className="row gap-2">
        <Button size="sm" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button size="sm" look="filled" type="submit" busy={form.busy}>
          {texts.saveTag}
        </Button>
      </div>
    </form>
  )
}

type UsedProps = FormProps & { tag: TagRow; count: number }

function MergeForm({ tag, count, others, onDone, onCancel }: UsedProps & { others: readonly TagRow[] }) {
  const texts = useTexts(inboxListTexts)
  const [into, setInto] = useState(others[0]?.id ?? '')
  const { busy, error, act } = useAct(onDone)
  return (
    <div className="tag-form">
      <SelectField
        label={texts.mergeInto}
        small
        value={into}
        options={others.map(one => ({ value: one.id, text: one.name }))}
        onChoose={setInto}
      />
      <p>{fill(texts.mergeText, { count, name: tag.name })}</p>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <div className="row gap-2">
        <Button size="sm" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button
          size="sm"
          look="danger"
          busy={busy}
          onClick={() =>
            void act(() => call('POST /api/v1/tags/:id/merge', { params: { id: tag.id }, body: { into } }))
          }
        >
          {texts.merge}
        </Button>
      </div>
    </div>
  )
}

function DeleteForm({ tag, count, onDone, onCancel }: UsedProps) {
  const texts = useTexts(inboxListTexts)
  const { busy, error, act } = useAct(onDone)
  return (
    <div className="tag-form" role="group" aria-label={fill(texts.deleteTagTitle, { name: tag.name })}>
      <p>
        <strong>{fill(texts.deleteTagTitle, { name: tag.name })}</strong> {fill(texts.deleteTagText, { count })}
      </p>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <div className="row gap-2">
        <Button size="sm" onClick={onCancel} autoFocus>
          {texts.keep}
        </Button>
        <Button
          size="sm"
          look="danger"
          busy={busy}
          onClick={() => void act(() => call('DELETE /api/v1/tags/:id', { params: { id: tag.id } }))}
        >
          {texts.deleteTagYes}
        </Button>
      </div>
    </div>
  )
}
