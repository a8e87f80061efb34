using System;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEngine;

namespace Aftermotion.Editor
{
    /// <summary>
    /// Imports moving grounds: copy NAME-vat.json, NAME-vat.glb and NAME-vat.png into a folder of Assets. A prefab NAME-vat appears beside
    /// them. A glTF importer must be installed (package com.unity.cloud.gltfast).
    /// </summary>
    public sealed class AftermotionGroundImporter : AssetPostprocessor
    {
        [Serializable]
        private sealed class Description
        {
            public int version;
            public string name;
            public string mesh;
            public string texture;
            public string node;
            public float fps;
            public int frames;
            public int width;
            public int height;
            public int slotSize;
            public int slotsPerRow;
            public int slotRow;
            public float minMetres;
            public float unitMetres;
            public float cellMetres;
        }

        private const string Suffix = "-vat.json";

        /// <summary>The colours of the texture are numbers: nothing may change them.</summary>
        private void OnPreprocessTexture()
        {
            if (!assetPath.EndsWith("-vat.png") || !File.Exists(Path.ChangeExtension(assetPath, "json"))) return;
            var importer = (TextureImporter)assetImporter;
            importer.textureType = TextureImporterType.Default;
            importer.sRGBTexture = false;
            importer.mipmapEnabled = false;
            importer.filterMode = FilterMode.Point;
            importer.wrapMode = TextureWrapMode.Clamp;
            importer.npotScale = TextureImporterNPOTScale.None;
            importer.alphaSource = TextureImporterAlphaSource.None;
            importer.textureCompression = TextureImporterCompression.Uncompressed;
            importer.maxTextureSize = 8192;
        }

        private static void OnPostprocessAllAssets(
            string[] imported, string[] deleted, string[] moved, string[] movedFrom)
        {
            // The description may arrive before or after the other files.
            var paths = imported
                .Where(path => path.EndsWith("-vat.json") || path.EndsWith("-vat.glb") || path.EndsWith("-vat.png"))
                .Select(path => Path.ChangeExtension(path, null) + ".json")
                .Distinct();
            foreach (var path in paths)
            {
                if (File.Exists(path)) EditorApplication.delayCall += () => Build(path);
            }
        }

        private static void Build(string path)
        {
            var vat = JsonUtility.FromJson<Description>(File.ReadAllText(path));
            if (vat == null || vat.version != 1 || vat.slotSize == 0) return;
            var folder = Path.GetDirectoryName(path).Replace('\\', '/');
            var model = AssetDatabase.LoadAssetAtPath<GameObject>($"{folder}/{vat.mesh}");
            var texture = AssetDatabase.LoadAssetAtPath<Texture2D>($"{folder}/{vat.texture}");
            if (texture == null) return;
            if (model == null)
            {
                Debug.LogWarning($"{folder}/{vat.mesh}: install a glTF importer (com.unity.cloud.gltfast), then reimport the file");
                return;
            }
            if (texture.width != vat.width || texture.height != vat.height)
            {
                Debug.LogError($"{folder}/{vat.texture}: expected {vat.width} x {vat.height} pixels, got {texture.width} x {texture.height}");
                return;
            }
            var instance = (GameObject)PrefabUtility.InstantiatePrefab(model);
            try
            {
                // A file with a single root may come in without a node of its own.
                var node = instance.GetComponentsInChildren<Transform>(true).FirstOrDefault(one => one.name == vat.node);
                var renderer = node == null ? null : node.GetComponentInChildren<Renderer>(true);
                if (renderer == null)
                {
                    Debug.LogError($"{folder}/{vat.mesh}: expected a mesh {vat.node}");
                    return;
                }
                renderer.sharedMaterial = SaveMaterial(vat, texture, renderer.sharedMaterial, $"{folder}/{vat.name}-vat.mat");
                var player = instance.AddComponent<AftermotionGround>();
                player.framesPerSecond = vat.fps;
                player.frames = vat.frames;
                player.moving = renderer;
                PrefabUtility.SaveAsPrefabAsset(instance, $"{folder}/{vat.name}-vat.prefab");
            }
            finally
            {
                UnityEngine.Object.DestroyImmediate(instance);
            }
        }

        private static Material SaveMaterial(Description vat, Texture2D texture, Material look, string path)
        {
            var shader = Shader.Find("Aftermotion/Ground");
            var material = AssetDatabase.LoadAssetAtPath<Material>(path);
            if (material == null)
            {
                material = new Material(shader);
                // Names of the colour in glTFast, UnityGLTF and URP.
                var color = new[] { "baseColorFactor", "_BaseColor", "_Color" }.FirstOrDefault(name => look != null && look.HasProperty(name));
                if (color != null) material.SetColor("_BaseColor", look.GetColor(color));
                AssetDatabase.CreateAsset(material, path);
            }
            material.shader = shader;
            material.SetTexture("_GroundMap", texture);
            material.SetVector("_GroundLayout", new Vector4(vat.frames, vat.slotsPerRow, vat.slotRow, vat.slotSize));
            material.SetVector("_GroundScale", new Vector4(vat.minMetres, vat.unitMetres, 2 * vat.cellMetres, 0));
            EditorUtility.SetDirty(material);
            return material;
        }
    }
}
