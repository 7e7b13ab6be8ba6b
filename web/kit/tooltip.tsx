import { Tooltip as RadixTooltip } from 'radix-ui'
import type { ReactNode } from 'react'

/** The words of an icon that stands alone, on hover and on focus. The child needs its own accessible name. */
export function Tooltip({
  text,
  children,
  side = 'right',
}: {
  text: string
  children: ReactNode
  side?: 'right' | 'top' | 'bottom'
}) {
  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content className="tooltip" side={side} sideOffset={8}>
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  )
}
