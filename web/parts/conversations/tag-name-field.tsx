import { useId } from 'react'
import { Field, type FieldProps } from '#web/kit/forms/field.tsx'
import { useTags } from './tag-rows.ts'

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
