import { getReactWorkTagsForFiber, instrument, ReactFiberFlags } from 'bippy'
import type { Fiber, FiberRoot, ReactWorkTagMap } from 'bippy'

/**
 * Reports the components that rendered in each commit of React, except within components of the type `ignored` and within nodes of
 * the panel. Works if this module is loaded before React DOM, as it installs the hook of React DevTools (or shares it with them).
 *
 * @returns the function that ends it
 */
export function observeRenders(
  isOwn: (container: Node) => boolean,
  ignored: unknown,
  onCommit: (rendered: readonly object[]) => void,
): () => void {
  return instrument({
    name: 'rtk-rest',
    onCommitFiberRoot(_rendererId, root) {
      if (isOwn((root.current.stateNode as { readonly containerInfo: Node }).containerInfo)) return
      const rendered = renderedIn(root, ignored)
      if (rendered.length > 0) onCommit(rendered)
    },
  })
}

/** One object for each component that rendered: the same one however often it renders. */
function renderedIn(root: FiberRoot, ignored: unknown): object[] {
  const tags = getReactWorkTagsForFiber(root.current)
  const rendered: object[] = []
  const waiting: Fiber[] = [root.current]
  for (let fiber = waiting.pop(); fiber !== undefined; fiber = waiting.pop()) {
    if (fiber.type === ignored) continue
    if (isComponent(fiber, tags) && didWork(fiber)) rendered.push(identityOf(fiber))
    // The children of before: React did not come this far, so their flags are those of an earlier commit.
    if (fiber.alternate !== null && fiber.alternate.child === fiber.child) continue
    for (let child = fiber.child; child !== null; child = child.sibling) waiting.push(child)
  }
  return rendered
}

function isComponent({ tag }: Fiber, tags: ReactWorkTagMap): boolean {
  return (
    tag === tags.FunctionComponent ||
    tag === tags.ClassComponent ||
    tag === tags.ForwardRef ||
    // Not `MemoComponent`, which has the component that it wraps as a child.
    tag === tags.SimpleMemoComponent
  )
}

function didWork({ flags }: Fiber): boolean {
  return (flags & ReactFiberFlags.PerformedWork) !== 0
}

const identities = new WeakMap<object, object>()

/** A component has two fibers, which take turns. */
function identityOf(fiber: Fiber): object {
  const known = identities.get(fiber) ?? (fiber.alternate && identities.get(fiber.alternate))
  const identity = known ?? {}
  identities.set(fiber, identity)
  return identity
}
