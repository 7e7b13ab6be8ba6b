import { Icon } from '#web/kit/icons/icon.tsx'

export function Refusal({ error }: { error: string | undefined }) {
  if (!error) return null
  return (
    <p className="field-error" role="alert">
      <Icon name="circle-alert" size="sm" />
      <span>{error}</span>
    </p>
  )
}
