import { useId, type ReactNode } from 'react'
import { Switch } from '#web/kit/forms/switch.tsx'

export function SettingRow({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <div className="setting-row">
      <div>
        <b>{title}</b>
        {text && <p className="muted">{text}</p>}
      </div>
      {children}
    </div>
  )
}

export function SwitchRow({
  title,
  text,
  on,
  onSwitch,
}: {
  title: string
  text: string
  on: boolean
  onSwitch: (on: boolean) => void
}) {
  const id = useId()
  return (
    <div className="setting-row setting-row-switch">
      <div>
        <b>{title}</b>
        <p className="muted" id={id}>
          {text}
        </p>
      </div>
      <Switch on={on} label={title} describedBy={id} onSwitch={onSwitch} />
    </div>
  )
}

export function SettingsPanel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 className="fill" id={id}>
          {title}
        </h2>
        {aside && <span className="muted text-fine">{aside}</span>}
      </div>
      <div className="panel-body settings-panel-body">{children}</div>
    </section>
  )
}
