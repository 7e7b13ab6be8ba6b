import { type ComponentProps, lazy, Suspense } from 'react'

const Form = lazy(async () => ({ default: (await import('./add-shop-dialog.tsx')).AddShopDialog }))

/** Loaded on demand, because it is rarely used. */
export function AddShop(props: ComponentProps<typeof Form>) {
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  )
}
