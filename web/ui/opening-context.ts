import { createContext } from 'react'

/** How often the dialog around has opened. A dialog that opens again while it closes keeps its content. */
export const OpeningContext = createContext(0)
