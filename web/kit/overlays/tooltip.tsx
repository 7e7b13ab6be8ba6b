import { Tooltip as RadixTooltip } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { portalTargetFor } from './portal-target.ts'

/** On hover and focus. The child needs its own accessible name. */
export function Tooltip({
  text,
  children,
  side = 'right',
}: {
  text: string
  children: ReactNode
  side?: 'right' | 'top' | 'bottom'
}) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root onOpenChange={open => open && setContainer(portalTargetFor(null))}>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal container={container}>
          <RadixTooltip.Content className="tooltip" side={side} sideOffset={8}>
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  )
}
