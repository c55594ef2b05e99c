import { vi } from 'vitest'

/** Loads the project's own modules anew for each file: they keep the addresses of engines. Installed packages stay loaded. */
vi.resetModules()
