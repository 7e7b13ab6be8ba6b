import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { portalTargetFor } from './portal-target.ts'

/** `trigger` is one button element; arrow keys, typing and Esc work. */
export function Menu({
  trigger,
  children,
  align = 'end',
  side = 'bottom',
}: {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'bottom' | 'top' | 'right'
}) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  // Not modal: that would add a style element, which the content security policy refuses.
  return (
    <DropdownMenu.Root
      modal={false}
      onOpenChange={open => open && setContainer(portalTargetFor(document.activeElement))}
    >
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content className="menu" align={align} side={side} sideOffset={6} collisionPadding={12}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function MenuItem({
  icon,
  children,
  onSelect,
  danger = false,
  disabled = false,
  lang,
}: {
  icon?: IconName
  children: ReactNode
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
  lang?: string
}) {
  return (
    <DropdownMenu.Item
      className={`menu-item ${danger ? 'menu-item-danger' : ''}`}
      disabled={disabled}
      lang={lang}
      onSelect={onSelect}
    >
      {icon && <Icon name={icon} />}
      <span className="fill">{children}</span>
    </DropdownMenu.Item>
  )
}

export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: Value
  options: { value: Value; text: string; icon?: IconName; lang?: string }[]
  onChoose: (value: Value) => void
}) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={chosen => onChoose(chosen as Value)} aria-label={label}>
      <DropdownMenu.Label className="menu-label">{label}</DropdownMenu.Label>
      {options.map(option => (
        <DropdownMenu.RadioItem key={option.value} className="menu-item" value={option.value} lang={option.lang}>
          {option.icon && <Icon name={option.icon} />}
          <span className="fill">{option.text}</span>
          <DropdownMenu.ItemIndicator>
            <Icon name="check" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

export function MenuLine() {
  return <DropdownMenu.Separator className="menu-line" />
}
