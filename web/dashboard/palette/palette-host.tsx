import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { offerPalette } from '#web/parts/commands/open-palette.ts'
import { useDashboardCommands } from './dashboard-commands.ts'
import { useShortcuts } from './use-shortcuts.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }))

export function PaletteHost() {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const openPalette = useCallback(() => setOpen('palette'), [])
  const openKeys = useCallback(() => setOpen('keys'), [])
  const close = useCallback(() => setOpen(undefined), [])
  useDashboardCommands(openKeys)
  useShortcuts(openPalette)
  useEffect(() => offerPalette(openPalette), [openPalette])
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'keys' && <ShortcutSheet onClose={close} />}
    </Suspense>
  )
}
