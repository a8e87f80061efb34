using UnityEngine;

namespace Aftermotion
{
    /// <summary>Plays a moving ground that was baked with the output groundVat. The importer adds it to the prefab.</summary>
    [ExecuteAlways]
    public sealed class AftermotionGround : MonoBehaviour
    {
        [Tooltip("Frames per second and number of frames of the bake.")]
        public float framesPerSecond = 24;
        public int frames = 1;
        [Tooltip("The mesh that moves.")]
        public Renderer moving;
        [Tooltip("Whether time passes by itself in Play mode. Otherwise, set seconds from a script or a timeline.")]
        public bool isPlaying = true;
        public bool repeats;
        [Tooltip("Seconds since the first frame of the bake.")]
        public float seconds;

        private static readonly int Frame = Shader.PropertyToID("_GroundFrame");
        private MaterialPropertyBlock block;

        private void Update()
        {
            if (Application.isPlaying && isPlaying) seconds += Time.deltaTime;
            if (repeats && frames > 1) seconds = Mathf.Repeat(seconds, (frames - 1) / framesPerSecond);
            if (moving == null) return;
            if (block == null) block = new MaterialPropertyBlock();
            moving.GetPropertyBlock(block);
            block.SetFloat(Frame, Mathf.Clamp(seconds * framesPerSecond, 0, frames - 1));
            moving.SetPropertyBlock(block);
        }
    }
}
