/** Line icons on a grid of 24 × 24. */
const paths = {
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M7.5 6v12h2.5V6zM14 6v12h2.5V6z',
  start: 'M6.5 5.5v13M18 6v12l-8.5-6z',
  open: 'M12 15.5V4.5M7.5 9 12 4.5 16.5 9M4.5 15v3.5a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1V15',
  download: 'M12 4.5v11M7.5 11l4.5 4.5 4.5-4.5M4.5 15v3.5a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1V15',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  reset: 'M5 12a7 7 0 1 0 2.3-5.2M5 4.5V8.5h4',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  close: 'M6 6l12 12M18 6 6 18',
  chevron: 'M6.5 15l5.5-5.5 5.5 5.5',
  plus: 'M12 5.5v13M5.5 12h13',
  wave: 'M3.5 12c2-6.5 4.2-6.5 6 0s4 6.5 6 0 3-5.500 5-2',
  brush:
    'M19.500 4.500 11 13M11 13c1.500.5 2 2 1 3.500-1.500 2.500-4.500 3-7 3 1.500-1.500 1-3 2-4.500s2.500-2.500 4-2z',
  grab: 'M8 12V6.500a1.500 1.500 0 0 1 3 0V11m0-5.500a1.500 1.500 0 0 1 3 0V11m0-4a1.500 1.500 0 0 1 3 0v6.500c0 4-2 6-5 6-2.500 0-3.700-1-5-3l-2.500-4a1.400 1.400 0 0 1 2.300-1.600L8 13',
  undo: 'M8.5 5 4.5 9l4 4M4.5 9h9a5.5 5.5 0 0 1 0 11H10',
  ball: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M7.8 9.2a5 5 0 0 1 2.6-2.2',
  foot: 'M10.2 3.5c3 0 4.3 2.7 4.3 5.5 0 2.4-1.3 3.6-1.3 5.6 0 1.3.5 2.1.5 3.2 0 1.7-1.2 2.7-2.7 2.7s-2.6-1.1-2.6-2.9c0-1.5.4-2.3.1-4-.4-2.2-1.6-3.6-1.6-5.8 0-2.5 1.3-4.3 3.3-4.3z',
  hand: 'M12 3.5v17M3.5 12h17M12 3.5 9.5 6M12 3.5 14.5 6M12 20.5 9.5 18M12 20.5l2.5-2.5M3.5 12 6 9.5M3.5 12 6 14.5M20.5 12 18 9.5M20.5 12 18 14.5',
} as const;

export type IconName = keyof typeof paths;

/** Returns an icon that screen readers ignore: its meaning is in the text beside it. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}
