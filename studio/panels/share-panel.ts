import { needsMadeFiles } from '../document/link.ts';
import { button, element, setText } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFilesList } from './files-list.ts';
import type { DownloadState, PanelDefinition, StudioState } from './panel.ts';

/** Shows the downloads: the bake, the scene, and a link. */
export const sharePanel: PanelDefinition = {
  applies: () => true,
  create(state, actions) {
    const files = createFilesList(state, actions);
    const bake = button(
      {
        class: 'primary wide',
        id: 'download',
        title: 'The files that aftermotion bake writes, and the scene, as one zip',
        onclick: () => actions.downloadBake(),
      },
      icon('download'),
      'Download',
    );
    const cancel = button({ class: 'plain', onclick: () => actions.cancelBake() }, 'Cancel');
    const progress = element('progress', { max: 1, 'aria-label': 'Baking' });
    const progressText = element('span', { class: 'hint' });
    const baking = element('div', { class: 'baking' }, progress, progressText, cancel);
    const result = element('div', { class: 'result', role: 'status' });
    const linkText = element('p', { class: 'hint', role: 'status', hidden: true });
    let shownDownload: DownloadState | null = null;
    return {
      element: element(
        'section',
        { class: 'part share' },
        files.element,
        bake,
        baking,
        result,
        element(
          'div',
          { class: 'line' },
          button(
            {
              class: 'plain',
              id: 'copy-link',
              onclick: async () => {
                setText(linkText, await actions.copyLink());
                linkText.hidden = false;
              },
            },
            icon('link'),
            'Copy link',
          ),
          button(
            { class: 'plain', id: 'download-scene', onclick: () => actions.downloadScene() },
            icon('download'),
            'Scene only',
          ),
        ),
        linkText,
      ),
      update(next) {
        files.update(next);
        const { download } = next;
        bake.hidden = download.kind === 'baking';
        baking.hidden = download.kind !== 'baking';
        if (download.kind === 'baking') {
          progress.value = download.fraction;
          setText(progressText, download.message);
        }
        if (shownDownload === download) return;
        shownDownload = download;
        result.replaceChildren(...describeDownload(download));
      },
    };
  },
};

/** Explains what a link contains and what it cannot contain. */
export function linkNote({ document }: Pick<StudioState, 'document'>): string {
  const { origin, strokes } = document;
  const parts = [
    origin.kind === 'shipped'
      ? 'The link contains this scene with its settings.'
      : `The link contains the settings, but not ${origin.file}: it asks whoever opens it to drop that file.`,
  ];
  if (strokes.length > 0) parts.push('It does not contain brush strokes. The download does.');
  if (needsMadeFiles(document))
    parts.push('It does not contain painted areas and added files. The download does.');
  return parts.join(' ');
}

function describeDownload(state: DownloadState): HTMLElement[] {
  if (state.kind !== 'done') return [];
  const { download, isCurrent } = state;
  return [
    element(
      'p',
      { class: 'hint' },
      `${download.fileCount} files, ${(download.zip.length / 1e6).toFixed(1)} MB.${isCurrent ? '' : ' The scene has changed since.'} `,
      'Unpacked, ',
      element('code', {}, 'aftermotion bake scene.json'),
      ' ends in the same state:',
    ),
    ...download.hashes.map(({ name, stateHash }) =>
      element(
        'p',
        { class: 'hash' },
        `${name} `,
        element('code', { 'data-state-hash': stateHash }, stateHash),
      ),
    ),
  ];
}
