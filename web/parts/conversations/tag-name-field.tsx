import { useId } from 'react'
import { Field, type FieldProps } from '#web/kit/forms/field.tsx'
import { useTags } from './tag-rows.ts'

/** A tag to be put on, by its name; those that are there already and not on it are offered. */
export function TagNameField({ tagIds, ...props }: FieldProps & { tagIds: readonly string[] }) {
  const tags = useTags()
  const id = useId()
  return (
    <>
      <Field maxLength={40} list={`${id}-tags`} autoComplete="off" autoFocus small {...props} />
      <datalist id={`${id}-tags`}>
        {tags
          .filter(tag => !tagIds.includes(tag.id))
          .map(tag => (
            <option key={tag.id} value={tag.name} />
          ))}
      </datalist>
    </>
  )
}
