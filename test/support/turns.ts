const later = setTimeout

/** Lets everything happen that is due now: promises, timers without a delay, and what follows from them. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => later(resolve))
}
