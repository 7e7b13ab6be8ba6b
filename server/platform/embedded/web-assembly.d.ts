// The WebAssembly types we use; TypeScript only ships them with lib.dom.
declare namespace WebAssembly {
  type MemoryBounds = { initial: number; maximum: number; shared?: true }
  interface Memory {
    readonly buffer: SharedArrayBuffer
  }
  interface Module {
    readonly [Symbol.toStringTag]: string
  }
  interface Instance {
    readonly exports: Record<string, unknown>
  }
  type Imports = Record<string, Record<string, unknown>>
  let Memory: new (bounds: MemoryBounds) => Memory
  let Module: new (bytes: Uint8Array) => Module
  const Global: new () => { readonly value: unknown }
  const Instance: new (module: Module, imports: Imports) => Instance
  let instantiate: (
    program: Module | Uint8Array,
    imports: Imports,
  ) => Promise<Instance | { module: Module; instance: Instance }>
}
