import { type ComponentProps, lazy, Suspense } from 'react'

const Form = lazy(async () => ({ default: (await import('./add-shop-dialog.tsx')).AddShopDialog }))

/** The dialog for one more shop. Seldom wanted: it comes when it is asked for. */
export function AddShop(props: ComponentProps<typeof Form>) {
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  )
}
