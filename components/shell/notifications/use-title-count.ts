import { useEffect } from 'react';

const COUNT = /^\(\d+\) /;

/** Shows in the title of a hidden page how many notifications came meanwhile. @param count 0 for none */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const mark = () => {
      const title = document.title.replace(COUNT, '');
      const wanted = count > 0 ? `(${count}) ${title}` : title;
      if (document.title !== wanted) document.title = wanted;
    };
    mark();
    // The page may set its title again, as after a save.
    const watching = new MutationObserver(mark);
    if (count > 0) watching.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      watching.disconnect();
      document.title = document.title.replace(COUNT, '');
    };
  }, [count]);
}
